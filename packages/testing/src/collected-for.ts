import { existsSync, readFileSync } from 'node:fs'
import { bitsOf, clientChecks, writeVerdicts } from '@bollard/bot-score'
import { sealVerdicts } from '@bollard/proof-of-work'
import { permutationOf } from '@bollard/proof-of-work/server'

const manifest = new URL('../../../client/widget/dist/widget/manifest.json', import.meta.url)
const person = ['real-pointer-movement']
/** Where one of these runs, none of the others does. */
const exclusive = [
  ['debugger-protocol', 'console-cost'],
  ['shift-missing', 'artificial-touch'],
] as const
/** Of desktops alone. */
const ofDesktops =
  'small-screen emulated-viewport window-smaller-than-page page-larger-than-screen screen-orientation missing-chrome-object no-plugins no-pointing-device shift-missing incomplete-key fractional-pointer'.split(
    ' ',
  )
/** What waits for hands that this visitor has not, beside the checks of other engines and of touch. */
const notRun = ['notification-contradiction', 'form-without-hands', 'never-coalesced']

/** The layout of the widget that a product serves, or any, where none is built: a service without a widget reads them all. */
export function layoutInUse(): number {
  if (!existsSync(manifest)) return 0xb0_11_a2_d0
  const { layout }: { layout: number } = JSON.parse(readFileSync(manifest, 'utf8'))
  return layout
}

/**
 * What a widget sends for a challenge when those checks named found something that a visitor with mouse and keys in Chromium on a
 * desktop brings about; a person's without names. What such a visitor cannot bring about runs because it found something. A user agent
 * of a phone leaves out what only desktops have.
 */
export function collectedFor(
  challengeToken: string,
  found: readonly string[] = person,
  { layout = layoutInUse(), userAgent = '' }: { layout?: number; userAgent?: string } = {},
): { layout: number; verdicts: string } {
  const left: readonly string[] = [
    ...notRun,
    ...(/Mobile|Android/u.test(userAgent) ? ofDesktops : []),
    ...exclusive.map(([usual, other]) => (found.includes(other) && !found.includes(usual) ? usual : other)),
  ]
  const ran = clientChecks.map(({ code }) => code).filter((code) => found.includes(code) || !left.includes(code))
  const verdicts = { ran: bitsOf(clientChecks, ran), fired: bitsOf(clientChecks, found) }
  return { layout, verdicts: sealVerdicts(writeVerdicts(verdicts, permutationOf(layout)), challengeToken, layout) }
}
