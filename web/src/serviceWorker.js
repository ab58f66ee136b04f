/*
 * The service worker: everything of this build is kept on the device at the first visit, and served from there. What
 * belongs to tables (/api, /ws, /t/CODE/log, /g/…/log) always goes to the network. The two names in capitals are filled in by the build.
 */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];
/* Of the two modules only the one that the page will ask for (carom/load.ts). */
const unused = WebAssembly.validate(new Uint8Array(SIMD)) ? /\/plain-[^/]*\.wasm$/ : /\/carom-[^/]*\.wasm$/;
const FILES = __FILES__.filter((name) => !unused.test(name));
const PLACES = /^\/([tg]\/[^/]+\/?|(daily|challenge|circle|match)(\/.*)?)$/; // of the page, besides /
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
  const page = event.request.mode === "navigate" && (url.pathname === "/" || PLACES.test(url.pathname));
  if (page) event.respondWith(newest("/"));
  else if (FILES.includes(url.pathname)) event.respondWith(kept(event.request));
});

const kept = (request) => caches.match(request).then((found) => found ?? fetch(request));

/* The page itself: from the device at once; a new build comes with a new worker. */
const newest = (path) => caches.match(path).then((found) => found ?? fetch(path));
