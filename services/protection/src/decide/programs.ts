import type { ProtectionSettings } from '@bollard/contracts'
import { type Finding, type Part, reason, type ReasonCode } from '@bollard/decisions'
import type { Program } from '../program-port.ts'

/** The usual work: programs have no limit by which to measure it. */
const workPercent = 100

export interface AskedProgram {
  readonly settings: Pick<ProtectionSettings, 'programsMode' | 'programs' | 'spoofed'>
  readonly identify: () => Program | null | Promise<Program | null>
  /** How much work the visitor did for this request, in percent of the usual; null is none. */
  readonly solved: number | null
  /** Told who it is, also in dry run. */
  readonly note: (program: Program) => void
}

/** What an owner wants of programs that say who they are. Nothing is pardoned: limiters count them like all others. */
export function programsPart({ settings, identify, solved, note }: AskedProgram): Part {
  const judge = (program: Program | null): Finding => {
    if (program === null) return { conclusion: 'ALLOW', reasons: [] }
    note(program)
    return findingOf(settings, program, solved !== null && solved >= workPercent)
  }
  return {
    name: 'programs',
    mode: settings.programsMode,
    onFault: 'ALLOW',
    run() {
      const found = identify()
      return found instanceof Promise ? found.then(judge) : judge(found)
    },
  }
}

function findingOf(
  { programs, spoofed }: AskedProgram['settings'],
  { purpose, verdict }: Program,
  isSolved: boolean,
): Finding {
  const answer = verdict === 'SPOOFED' ? spoofed : programs[purpose]
  const say = (code: ReasonCode, weight: number) => [reason(verdict === 'SPOOFED' ? 'program-spoofed' : code, weight)]
  if (answer === 'DENY') return { conclusion: 'DENY', reasons: say('program-denied', 100) }
  if (answer === 'ALLOW')
    return { conclusion: 'ALLOW', reasons: say(verdict === 'VERIFIED' ? 'program-welcome' : 'program-unverified', 0) }
  if (isSolved) return { conclusion: 'ALLOW', reasons: [reason('program-work-done', 10)] }
  return { conclusion: 'CHALLENGE', reasons: say('program-challenged', 50), challenge: { percent: workPercent } }
}
