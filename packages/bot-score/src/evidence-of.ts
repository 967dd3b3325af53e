import { clientChecks, serverChecks } from './catalogue.ts'
import type { Evidence } from './score.ts'

/** Evidence in which exactly these codes speak, after a collector that ran everything. Throws for an unknown code. */
export function evidenceOf(...codes: readonly string[]): Evidence {
  let server = 0
  let fired = 0
  for (const code of codes) {
    const clientBit = clientChecks.findIndex((check) => check.code === code)
    const serverBit = serverChecks.findIndex((check) => check.code === code)
    if (clientBit < 0 && serverBit < 0) throw new RangeError(`no such code: ${code}`)
    if (clientBit >= 0) fired |= 1 << clientBit
    else server |= 1 << serverBit
  }
  return { server, ran: -1, fired }
}
