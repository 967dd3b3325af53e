/** Everything that a command touches besides files, so that tests can hold it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder in which the command was called, absolute. */
  readonly cwd: string
  /** Folder of the settings of this person, absolute. */
  readonly settingsFolder: string
  /** The result, which programs read. */
  readonly write: (text: string) => void
  /** What only people read: progress, warnings, errors. */
  readonly tell: (text: string) => void
  /** An answer of the person; null where nobody can answer. Secrets aren't shown while they are typed. */
  readonly ask: (question: string, options?: { readonly secret?: boolean }) => Promise<string | null>
  /** All of the standard input. */
  readonly input: () => Promise<string>
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * Text of others as it may be printed: without the characters that move a terminal's cursor, set its colours or turn the direction of
 * text. Visitors choose some of what the log shows.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\uFFFD')
}

/** Whether the person said yes; `--yes` says it beforehand. Where nobody can answer, it is no. */
export async function agrees(terminal: Pick<Terminal, 'ask'>, question: string, yes: boolean): Promise<boolean> {
  if (yes) return true
  const answer = await terminal.ask(`${question} [y/N] `)
  return answer !== null && /^(?:y|yes)$/iu.test(answer.trim())
}
