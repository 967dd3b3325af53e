import { CheckFault } from '../faults.ts'
import type { ProbeRun } from './probe-run.ts'

/**
 * Ports that browsers refuse for web addresses (https://fetch.spec.whatwg.org/#port-blocking): what listens there would take lines
 * of a request for commands of its own.
 */
const closedToWeb = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])
/** Of mail servers. Nothing that somebody typed is sent there, or a check could send mail. */
const ofMail = new Set([25, 465, 587, 2525])

const allows: Readonly<Record<'WEB' | 'TEXT' | 'MAIL', (port: number) => boolean>> = {
  WEB: (port) => !closedToWeb.has(port),
  TEXT: (port) => !ofMail.has(port),
  MAIL: (port) => ofMail.has(port),
}

/** Throws `port-refused` where checks that send such things may not use the port. In the own network every port is fine. */
export function checkPort({ options }: ProbeRun, port: number, sends: keyof typeof allows): void {
  if (port < 1 || (!options.allowPrivate && !allows[sends](port)))
    throw new CheckFault('port-refused', `checks of this kind may not use port ${port}`)
}
