const ending =
  /\.(?:css|js|mjs|map|png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|eot|mp4|webm|ogg|mp3|wasm|webmanifest|rss|atom)$/iu
const named =
  /^\/(?:robots\.txt|favicon\.ico|ads\.txt|humans\.txt|llms\.txt|sitemap[\w-]*\.xml(?:\.gz)?|(?:.*\/)?(?:feed|rss|atom)(?:\.xml)?\/?)$/iu
const endsBefore = /%(?:[01][\da-f]|23|3f|7f)/iu

/**
 * Whether a path, as `normalPath` writes it, is that of a file which belongs to a page, of a feed, or of what crawlers are told. A folder
 * with the ending of a program (`/login.php/x.css`) is none: many servers answer with the program. Nor is what ends before its ending
 * for a server behind another that unescapes (`/login%3F.css`, `/login%23.css`, `/login%0A.css`).
 */
export function isStaticFile(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (endsBefore.test(path)) return false
  if (named.test(path)) return true
  return ending.test(path) && !/\.[a-z\d]{1,6}\//iu.test(path)
}
