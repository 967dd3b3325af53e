/** What the website's own server learned about one submission of its form. */
export type Verdict =
  | {
      kind: 'checked'
      outcome: 'passed' | 'flagged' | 'refused'
      score: number
      reasonCodes: string[]
      workMs: number
      workCount: number
      checkMs: number
      raw: string
    }
  | { kind: 'noToken' | 'tokenUsed' | 'tokenInvalid' | 'failed'; raw: string }
