import { useNonce } from './site-context.tsx'

/**
 * A module that the page works without until it comes, such as an island or the widget. It is asked for at once, but behind the styles:
 * browsers fetch modules before fonts and beside styles, and on a slow line six of them put off the first paint by a fifth.
 */
export function ModuleScript({ src }: { src: string }) {
  return <script type="module" src={src} nonce={useNonce()} async fetchPriority="low" />
}
