/*
 * The service worker: everything of this build is kept on the device at the first visit, and served from there. What
 * belongs to tables (/api, /ws, /t/CODE/log) always goes to the network. The two names in capitals are filled in by the build.
 */
const FILES = __FILES__;
const STORE = "carom-__VERSION__";

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)));
  event.waitUntil(
    caches
      .keys()
      .then(forget)
      .then(() => self.clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const page = event.request.mode === "navigate" && (url.pathname === "/" || /^\/t\/[^/]+\/?$/.test(url.pathname));
  if (page) event.respondWith(newest("/"));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(event.request));
});

const kept = (request) => caches.match(request).then((found) => found ?? fetch(request));

/* The page itself: from the device at once; a new build comes with a new worker. */
const newest = (path) => caches.match(path).then((found) => found ?? fetch(path));
