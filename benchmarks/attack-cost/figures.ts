import { assumptions } from './assumptions.ts'
import { type Cost, costOf, type Work } from './cost.ts'
import { equixWork, levels, type Measured, sha256Work } from './work-of.ts'

/** The amount of work that the costs below are of. They grow in proportion to it. */
const unit = 2 ** 20

/** What the website's slider multiplies, so that it computes nothing that is not computed here: costs of 2²⁰ hashes. */
export function attackFigures(measured: Measured) {
  const equix = equixWork(unit, measured)
  return {
    unit,
    levels,
    sha256: shown(sha256Work(unit, measured)),
    /** Null until that was measured. */
    equix: equix === undefined ? null : shown(equix),
    assumptions,
  }
}

/** Seconds of one browser thread, and euro for a thousand solved challenges. */
function shown(work: Work): Pick<Cost, 'visitorSeconds' | 'cpuPer1000' | 'gpuPer1000'> {
  const { visitorSeconds, cpuPer1000, gpuPer1000 } = costOf(work)
  return { visitorSeconds, cpuPer1000, gpuPer1000 }
}
