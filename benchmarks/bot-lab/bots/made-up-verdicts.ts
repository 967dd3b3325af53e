import { randomInt } from 'node:crypto'
import { bitsOf, clientChecks, type VerdictBits, writeVerdicts } from '@bollard/bot-score'
import { sealVerdicts } from '@bollard/proof-of-work'
import { permutationOf } from '@bollard/proof-of-work/server'

/** What a script says of the browser that it has not: for a challenge, and the number of the layout that it read out of the widget. */
export type MadeUp = (challengeToken: string, layout: number) => object

/** Checks that do not run in Chromium on a desktop whose visitor moves the mouse and types. */
const idle = ['console-cost', 'event-geometry', 'even-typing', 'artificial-touch', 'form-without-hands']
const codes = clientChecks.map(({ code }) => code)
const ranForPeople = codes.filter((code) => !idle.includes(code))
/** Drawn once: what a visit that was recorded brought with it. */
const recorded = { page: randomInt(2 ** 32), digests: [0, 0, 0].map(() => randomInt(2 ** 32)) }

/** Findings of the right form that are noise, in a layout that nobody built. */
export const noise: MadeUp = () => ({
  layout: randomInt(2 ** 32),
  verdicts: crypto.getRandomValues(Buffer.alloc(20)).toString('base64url'),
})

/** Every check ran and none found anything. */
export const allClean: MadeUp = (token, layout) => written(token, layout, codes, [])

/** The checks ran that run for people, and none found anything. */
export const possiblyClean: MadeUp = (token, layout) => ({ ...written(token, layout, ranForPeople, []), ...fresh() })

/** A few findings, drawn anew for each answer. */
export const drawn: MadeUp = (token, layout) => ({
  ...written(
    token,
    layout,
    ranForPeople,
    ranForPeople.filter(() => randomInt(16) === 0),
  ),
  ...fresh(),
})

/** What a person's browser said, sealed anew, with all that came with it. */
export const replayed: MadeUp = (token, layout) => ({ ...asAPerson(token, layout), ...recorded })

/** The same verdicts, with page and digests of its own for each answer. */
export const replayedAnew: MadeUp = (token, layout) => ({ ...asAPerson(token, layout), ...fresh() })

function asAPerson(token: string, layout: number): object {
  return written(token, layout, ranForPeople, ['real-pointer-movement', 'coalesced-movement'])
}

function fresh(): object {
  return { page: randomInt(2 ** 32), digests: [0, 0, 0].map(() => randomInt(2 ** 32)) }
}

function written(token: string, layout: number, ran: readonly string[], fired: readonly string[]): object {
  const bits = (some: readonly string[]): VerdictBits => bitsOf(clientChecks, some)
  const bytes = writeVerdicts({ ran: bits(ran), fired: bits(fired) }, permutationOf(layout))
  return { layout, verdicts: sealVerdicts(bytes, token, layout) }
}
