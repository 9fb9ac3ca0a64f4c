// Times are kept in UTC and shown in the zone of the reader.
for (const time of document.querySelectorAll("time[datetime]"))
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
