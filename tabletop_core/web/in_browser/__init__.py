"""The table with no server: a folder of static files with which a browser plays alone.

What runs in the browser:

- `start`: what the worker calls in Pyodide; all that knows JavaScript is there and in `files/`
- `bridge`: requests of the pages as calls of the web application
- `kept_files`: which parts of files have changed, for the storage of the browser

What writes the folder, which a browser never sees:

- `folder`: all files of a site
- `contents`: which modules go into it
- `first_pages`: what can be read while Python starts
- `runtime`: Pyodide, of one version, with its digest
- `bundle`: many files as one; the browser reads it, too

`files/` holds the page around the pages (`shell.js`), the service worker that stands where a server
would (`sw.js`), and the worker that Python lives in (`worker.js`).
"""
