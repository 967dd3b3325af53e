import { captchaRoutes, type Problem, problemSchema, type RuleContent, type StoredRuleDto } from '@bollard/contracts'
import type { NetworkFacts } from '../edge/request/network-facts.ts'
import { makeSite, startCluster, type TestSite } from './start-service.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type RuleDraft = Partial<RuleContent> & Pick<RuleContent, 'conditions' | 'action'>

const networks: Record<string, NetworkFacts> = {
  '203.0.113.9': { asn: 64_500, country: 'FR', kind: 'hosting' },
  '198.51.100.4': { asn: 64_501, country: 'DE', kind: 'access' },
}

/** A captcha service that knows two networks, with what tests of rules ask of it. */
export async function startRuleRoutes() {
  const cluster = await startCluster()
  const service = await cluster.startService({
    lookUpNetwork: (address) => networks[address] ?? { asn: 0, country: null, kind: 'unknown' },
    nameOfNetwork: (asn) => (asn === 64_500 ? 'Rack & Sons' : null),
  })
  const call = (method: Method, path: string, person?: string, payload?: object) =>
    service.app.inject({
      method,
      url: `/captcha/v1/sites/${path}`,
      headers: person === undefined ? {} : { cookie: person },
      ...(payload === undefined ? {} : { payload }),
    })
  return {
    ...service,
    stop: () => cluster.stop(),
    call,
    /** A site whose admin is ada, member mia and viewer vera. */
    async makeSite(): Promise<TestSite> {
      const site = await makeSite(service)
      for (const [name, role] of [
        ['vera', 'VIEWER'],
        ['mia', 'MEMBER'],
        ['ada', 'ADMIN'],
      ] as const)
        service.roles.set(`${name} ${site.solutionId}`, role)
      return site
    },
    async create(solutionId: string, draft: RuleDraft): Promise<StoredRuleDto> {
      const response = await call('POST', `${solutionId}/rules`, 'ada', ruleDraft(draft))
      if (response.statusCode !== 201) throw new Error(response.body)
      return captchaRoutes.createRule.response.schema.parse(response.json())
    },
    async list(solutionId: string): Promise<StoredRuleDto[]> {
      const page = captchaRoutes.listRules.response.schema.parse(
        (await call('GET', `${solutionId}/rules`, 'vera')).json(),
      )
      if (page.nextCursor !== null) throw new Error('rules come in one page')
      return page.items
    },
    async changedAt(solutionId: string): Promise<string> {
      const [row] = await service.db.query<{ at: string }>(
        'test-changed',
        'select changed_at::text as at from captcha.sites where solution_id = $1',
        [solutionId],
      )
      return row?.at ?? ''
    },
  }
}

/** A rule of which a test says only what it is about. */
export function ruleDraft(draft: RuleDraft): object {
  return { name: 'A rule', priority: 100, ...draft }
}

export function problemOf(response: { statusCode: number; json(): unknown }): [number, string] {
  return [response.statusCode, problemSchema.parse(response.json()).code]
}

export function faultsOf(response: { json(): unknown }): Problem['errors'] {
  return problemSchema.parse(response.json()).errors
}
