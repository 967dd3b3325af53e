import { clientChecks } from '@bollard/bot-score'
import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import { chromiumHeaders } from '@bollard/testing'

/** Headers as a current Chromium sends them with the widget's calls to a server on the same machine. */
export const chromium = { ...chromiumHeaders, origin: 'https://shop.example', host: 'localhost:8090', 'accept-language': 'de-AT,de;q=0.9' } as const

/** Verdicts of the collector: every check ran, those named found something. */
export function verdicts(...fired: string[]): { catalog: 1; ran: string; fired: string } {
  const positions = fired.map((code) => {
    const position = clientChecks.findIndex((check) => check.code === code)
    if (position < 0) throw new Error(`no check is called ${code}`)
    return position
  })
  return { catalog: 1, ran: bits(clientChecks.keys()), fired: bits(positions) }
}

function bits(positions: Iterable<number>): string {
  const bytes = Buffer.alloc(4)
  for (const position of positions) bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (1 << (position & 7))
  return bytes.toString('base64url')
}

/** Really does the work of a challenge. */
export async function solve(token: string): Promise<string> {
  return solveChallenge({ token, solver: await createSolver({ wasm: true }) })
}
