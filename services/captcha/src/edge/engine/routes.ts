import { captchaRoutes, engineProgramsMax, type EngineState } from '@bollard/contracts'
import { grammarVersion, usesOfProgram } from '@bollard/engine-proof'
import { mountRoute, ProblemError } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import type { EngineProof } from './engine-proof.ts'

export interface EngineContext {
  readonly engine: Pick<EngineProof, 'seed' | 'describe'>
}

/** With fewer seeded programs than this, an operator's browser is asked for more. */
const seededMin = 250

/** The calls by which an operator's own browser teaches the installation the answers of browser engines. */
export function mountEnginePrograms(app: SiteScope, { engine }: EngineContext): void {
  mountRoute(app, captchaRoutes.getEngineState, async () => stateOf(engine))

  mountRoute(app, captchaRoutes.addEnginePrograms, async ({ body }) => {
    // A page that was opened before an upgrade computes what nobody asks for any more.
    if (body.grammar !== grammarVersion)
      throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/grammar', code: 'outdated' }] })
    const twice = body.programs.findIndex(
      ({ program }, at) => body.programs.findIndex((one) => one.program === program) !== at,
    )
    if (twice >= 0)
      throw new ProblemError('validation-failed', undefined, {
        errors: [{ pointer: `/programs/${twice}/program`, code: 'duplicate' }],
      })
    await engine.seed(body.programs.map((one) => ({ ...one, source: 'SEEDED', usesLeft: usesOfProgram })))
    return stateOf(engine)
  })
}

function stateOf(engine: EngineContext['engine']): EngineState {
  const { seeded, learned, tallies } = engine.describe()
  return {
    grammar: grammarVersion,
    seeded,
    learned,
    wanted: seeded < seededMin ? engineProgramsMax : 0,
    engines: tallies
      .toSorted((a, b) => b.answers - a.answers)
      .map(({ cohort, ...tally }) => ({ engine: cohort, ...tally })),
  }
}
