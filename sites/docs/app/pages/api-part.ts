/** A part of a text: words, or a name in code that may lead to a page. */
export type ApiPart = { readonly text: string } | { readonly code: string; readonly path?: string }
