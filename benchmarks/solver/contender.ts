/** A solver under measurement: a worker that is told to try exactly so many hashes and answers when done. */
export interface Contender {
  readonly name: string
  /** Path on the measuring server. */
  readonly worker: string
  readonly type: 'module' | 'classic'
  /** The message that makes it try `hashes` counters, and what a right answer looks like. */
  task(hashes: number): { message: unknown; accepts(answer: unknown): boolean }
}
