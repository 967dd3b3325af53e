/** What is wrong with a file, and where. The code is stable. */
export interface ContentFault {
  readonly code: FaultCode
  /** Path from the folder of the repository. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly detail: string
}

export type FaultCode =
  | 'place-invalid'
  | 'front-matter-invalid'
  | 'syntax-invalid'
  | 'expression-not-allowed'
  | 'component-unknown'
  | 'component-misused'
  | 'heading-level'
  | 'heading-twice'
  | 'code-language-unknown'
  | 'code-not-tested'
  | 'snippet-missing'
  | 'snippet-part-missing'
  | 'link-invalid'
  | 'link-target-missing'
  | 'link-anchor-missing'
  | 'image-not-allowed'
  | 'language-missing'
  | 'description-too-short'
  | 'sources-too-few'
  | 'related-unknown'
  | 'part-missing'
  | 'part-twice'
  | 'part-unknown'
  | 'operator-field-unknown'
  | 'text-too-short'
  /** A warning: it ends no build. */
  | 'answer-too-long'

/** Ends a build: lists every fault of every file, one a line. */
export class ContentError extends Error {
  readonly faults: readonly ContentFault[]

  constructor(faults: readonly ContentFault[]) {
    super(`The content has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map(line).join('\n')}`)
    this.name = 'ContentError'
    this.faults = faults
  }
}

/** One fault as one line of text. */
export function line({ file, line, code, detail }: ContentFault): string {
  return `${file}:${line} ${code}: ${detail}`
}
