/** How a command ended. Numbers never change their meaning. */
export const exitCodes = {
  ok: 0,
  /** A mistake of ours, or a file that can't be read or written. */
  failed: 1,
  /** The command line, a file or a value is wrong. */
  usage: 2,
  /** Nobody is signed in, or a key or password is wrong. */
  credentials: 3,
  /** Signed in, and not allowed, or not part of the plan. */
  forbidden: 4,
  'not-found': 5,
  /** Something changed meanwhile, or has ended. */
  conflict: 6,
  /** Too many calls, and waiting as long as was asked for takes too long. */
  limited: 7,
  /** The service can't be reached, or can't answer. */
  unavailable: 8,
  /** The command ran and found something that you have to do, such as a failed check of the doctor. */
  findings: 9,
} as const

export type ExitKind = keyof typeof exitCodes

/** A field at fault, as problems of the service name it. */
export interface FaultField {
  /** JSON pointer, such as `/label`; of a flag its name. */
  readonly pointer: string
  readonly code: string
}

/** Why a command ends early. `code` is stable; the message is for people. */
export class Fault extends Error {
  readonly code: string
  readonly exit: ExitKind
  readonly fields: readonly FaultField[]
  /** What to do about it. */
  readonly advice: string | undefined
  readonly requestId: string | undefined

  constructor(
    exit: ExitKind,
    code: string,
    message: string,
    more: { readonly fields?: readonly FaultField[]; readonly advice?: string; readonly requestId?: string } = {},
  ) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.exit = exit
    this.fields = more.fields ?? []
    this.advice = more.advice
    this.requestId = more.requestId
  }
}

/** The exit of a refusal with this HTTP status. */
export function exitOfStatus(status: number): ExitKind {
  if (status === 401) return 'credentials'
  if (status === 402 || status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 409 || status === 410 || status === 412) return 'conflict'
  if (status === 429) return 'limited'
  return status >= 500 ? 'unavailable' : 'usage'
}
