/** Types of the scripts of a site without a server. */

/** What `folder.py` writes into site.js. */
interface Site {
  version: string;
  files: SiteFile[];
  first: string[];
  lock: object;
  packs: Record<string, string>;
}

/**
 * A file that a visitor's browser keeps: `path` as pages ask for it, `name` as the host has it;
 * `bytes` are fetched, and `size` is what it takes there.
 */
interface SiteFile {
  path: string;
  name: string;
  type: string;
  bytes: number;
  size: number;
  digest: string;
}

declare const SITE: Site;

/** A request as Python answers it. */
interface Call {
  method: string;
  target: string;
  headers: [string, string][];
  body: Uint8Array;
}

/** What a worker starts with; one that only thinks stores nothing. */
interface Start {
  under: string;
  site: Site;
  isSmall: boolean;
  generation: string;
  isThinking?: boolean;
}

/** What is stored: parts of files, by the name of the file and a number. */
type PartName = [name: string, number: number];
type Parts = [PartName, Uint8Array][];

/** The memory of a device in GB, which not every browser tells. */
interface Navigator {
  deviceMemory?: number;
}
