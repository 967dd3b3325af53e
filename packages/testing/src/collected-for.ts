import { bitsOf, clientChecks, writeVerdicts } from '@bollard/bot-score'
import { sealVerdicts } from '@bollard/proof-of-work'

/** Any layout does: it is the widget's build that draws one. */
const layout = 0xb0_11_a2_d0
const person = ['real-pointer-movement']

/** What a widget sends for a challenge when every check ran and those named found something; a person's without names. */
export function collectedFor(
  challengeToken: string,
  found: readonly string[] = person,
): { layout: number; verdicts: string } {
  const bytes = writeVerdicts({ ran: [-1, -1], fired: bitsOf(clientChecks, found) }, layout)
  return { layout, verdicts: sealVerdicts(bytes, challengeToken, layout) }
}
