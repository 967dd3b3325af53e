import type { Database } from '@bollard/database'
import { listen } from './listen.ts'

export interface SendingLoop {
  start(): void
  stop(): Promise<void>
  /** Sends what is due, in a moment; nothing before `start`. */
  wake(): void
  drain(): Promise<void>
}

export interface LoopPorts {
  readonly db: Pick<Database, 'pool'>
  /** Sends some of what is due; how many that were. */
  readonly send: () => Promise<number>
  readonly clean: () => Promise<void>
  readonly log: (message: string, error?: unknown) => void
  /** False where nothing ever waits to be sent. */
  readonly listens: boolean
}

const betweenLooksMs = 5_000
const looksBetweenCleanings = 720

/** Sends whenever it is woken, by a commit anywhere or by the clock; one round at a time. */
export function createSendingLoop({ db, send, clean, log, listens }: LoopPorts): SendingLoop {
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let round: Promise<void> | undefined
  let isWoken = false
  let ear: Promise<{ stop(): void } | null> | undefined

  const sendAll = async (goOn: () => boolean): Promise<void> => {
    do {
      isWoken = false
      while (goOn() && (await send()) > 0);
    } while (goOn() && isWoken)
  }
  const isStarted = () => timer !== undefined
  const wake = (): void => {
    isWoken = true
    if (!isStarted()) return
    round ??= sendAll(isStarted)
      .catch((error: unknown) => log('The outbox could not be sent', error))
      .finally(() => (round = undefined))
  }
  const lend = async (): Promise<{ stop(): void } | null> => {
    try {
      return await listen(db, wake, () => (ear = undefined))
    } catch (error) {
      log('New mails are not heard of at once, but every five seconds', error)
      ear = undefined
      return null
    }
  }
  const look = (): void => {
    if (listens) ear ??= lend()
    if (looks % looksBetweenCleanings === 0)
      clean().catch((error: unknown) => log('Old mails could not be deleted', error))
    looks += 1
    wake()
  }
  return {
    start() {
      if (isStarted()) return
      timer = setInterval(look, betweenLooksMs).unref()
      look()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      const listening = await ear
      ear = undefined
      listening?.stop()
      await round
    },
    wake,
    async drain() {
      await round
      await sendAll(() => true)
    },
  }
}
