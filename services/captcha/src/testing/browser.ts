import { createSolver, solveChallenge } from '@bollard/proof-of-work'
import { chromiumHeaders } from '@bollard/testing'

/** Headers as a current Chromium sends them with the widget's calls to a server on the same machine. */
export const chromium = {
  ...chromiumHeaders,
  origin: 'https://shop.example',
  host: 'localhost:8090',
  'accept-language': 'de-AT,de;q=0.9',
} as const

/** Really does the work of a challenge. */
export async function solve(token: string): Promise<string> {
  return solveChallenge({ token, solver: await createSolver({ wasm: true }) })
}
