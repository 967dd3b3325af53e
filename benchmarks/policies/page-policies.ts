/** How a page is guarded, and how the widget is expected to solve on it. */
export interface PagePolicy {
  readonly id: string
  /** As the tables name it. */
  readonly title: { readonly en: string; readonly de: string }
  /** Value of `Content-Security-Policy` without reporting; `null` for none. `nonce` is what the page's script elements carry. */
  csp(asked: { readonly api: string; readonly nonce: string }): string | null
  /** Further headers of the page. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the policy stands, if not in a header that is obeyed: in the page, or in a header that only reports. */
  readonly place?: 'meta' | 'report-only'
  /** Further attributes of the widget. */
  readonly attributes?: string
  /** Workers of the frame, or the page's own thread with or without WebAssembly. */
  readonly solvesIn: 'frame' | 'page-wasm' | 'page-script'
  /** What Chromium reports as broken, by directive: nothing but the one attempt to open the frame. */
  readonly reports: readonly string[]
}

const trusted = "require-trusted-types-for 'script'; trusted-types 'none'"
/** No style, font, worker, WebAssembly, blob or inline script; the page has an icon and sends its form. */
const nothingElse = "default-src 'none'; style-src 'none'; img-src 'self'; base-uri 'none'; form-action 'self'"

/** All of them forbid text to become script (Trusted Types), but where there is no policy at all. */
export const pagePolicies: readonly PagePolicy[] = [
  { id: 'none', title: { en: 'no policy', de: 'keine Richtlinie' }, csp: () => null, solvesIn: 'frame', reports: [] },
  {
    id: 'smallest',
    title: { en: 'script and connection of ours', de: 'Skript und Verbindung von uns' },
    csp: ({ api }) => `script-src 'self' ${api}; connect-src ${api}; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'recommended',
    title: {
      en: 'nothing but script, connection and frame of ours',
      de: 'nichts als Skript, Verbindung und Rahmen von uns',
    },
    csp: ({ api }) => `${nothingElse}; script-src 'self' ${api}; connect-src ${api}; frame-src ${api}; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'meta',
    title: { en: 'the same in a meta element', de: 'dasselbe in einem meta-Element' },
    csp: ({ api }) => `${nothingElse}; script-src 'self' ${api}; connect-src ${api}; frame-src ${api}; ${trusted}`,
    place: 'meta',
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'paths',
    title: { en: 'the same, by paths', de: 'dasselbe, mit Pfaden' },
    csp: ({ api }) =>
      `${nothingElse}; script-src 'self' ${api}/widget.js ${api}/widget/; connect-src ${api}/captcha/v1/ ${api}/widget/; frame-src ${api}/widget/frame.html; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'nonce',
    title: { en: 'nonce and strict-dynamic', de: 'Nonce und strict-dynamic' },
    csp: ({ api, nonce }) =>
      `${nothingElse}; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src ${api}; frame-src ${api}; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'nonce-alone',
    title: { en: 'nonce alone', de: 'Nonce allein' },
    csp: ({ api, nonce }) =>
      `${nothingElse}; script-src 'nonce-${nonce}'; connect-src ${api}; frame-src ${api}; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'sandbox',
    title: {
      en: 'sandbox with scripts, forms and its own origin',
      de: 'sandbox mit Skripten, Formularen und eigener Herkunft',
    },
    csp: ({ api }) =>
      `sandbox allow-scripts allow-forms allow-same-origin; script-src 'self' ${api}; connect-src ${api}; ${trusted}`,
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'isolated',
    title: { en: 'cross-origin isolation, require-corp', de: 'Abschottung der Herkunft, require-corp' },
    csp: ({ api }) => `script-src 'self' ${api}; connect-src ${api}; ${trusted}`,
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'isolated-credentialless',
    title: { en: 'cross-origin isolation, credentialless', de: 'Abschottung der Herkunft, credentialless' },
    csp: () => null,
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'credentialless' },
    solvesIn: 'frame',
    reports: [],
  },
  {
    id: 'report-only',
    title: { en: 'no frames, only reported', de: 'keine Rahmen, nur gemeldet' },
    csp: ({ api }) => `script-src 'self' ${api}; connect-src ${api}; frame-src 'none'; ${trusted}`,
    place: 'report-only',
    solvesIn: 'frame',
    reports: ['frame-src'],
  },
  {
    id: 'no-frame-wasm',
    title: { en: 'no frames, but WebAssembly', de: 'keine Rahmen, aber WebAssembly' },
    csp: ({ api }) => `${nothingElse}; script-src 'self' 'wasm-unsafe-eval' ${api}; connect-src ${api}; ${trusted}`,
    solvesIn: 'page-wasm',
    reports: ['frame-src'],
  },
  {
    id: 'no-frame',
    title: { en: 'no frames', de: 'keine Rahmen' },
    csp: ({ api }) => `${nothingElse}; script-src 'self' ${api}; connect-src ${api}; ${trusted}`,
    solvesIn: 'page-script',
    reports: ['frame-src'],
  },
  {
    id: 'no-frame-nonce',
    title: { en: 'no frames, nonce alone', de: 'keine Rahmen, Nonce allein' },
    csp: ({ api, nonce }) => `${nothingElse}; script-src 'nonce-${nonce}'; connect-src ${api}; ${trusted}`,
    solvesIn: 'page-script',
    reports: ['frame-src'],
  },
  {
    id: 'no-frame-told',
    title: { en: 'no frames, and solver="script"', de: 'keine Rahmen, und solver="script"' },
    csp: ({ api }) => `${nothingElse}; script-src 'self' ${api}; connect-src ${api}; ${trusted}`,
    attributes: 'solver="script"',
    solvesIn: 'page-script',
    reports: [],
  },
]
