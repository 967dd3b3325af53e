import { protect } from './protect.ts'
import { ada, type useTestServices } from './start-test-service.ts'

type Start = ReturnType<typeof useTestServices>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export const reason = 'Asked for by telephone'
const changeReason = 'A test of operators'

/** Ada, who is signed in, and operators whose admin site is open, with the change mode on. */
export async function withOperators(start: Start, overrides: Parameters<Start>[0] = {}) {
  const plenty = { limit: 100, seconds: 60 }
  const service = await start({ ...overrides, rateLimits: { signUpPerIp: plenty, ...overrides.rateLimits } })
  const { db, call, cookieOf } = service
  const adaCookie = await service.becomeUser()
  const idOf = async (email: string): Promise<string> =>
    (await db.pool.query<{ id: string }>('select id from identity.users where email = $1', [email])).rows[0]?.id ?? ''
  const openAdmin = async (cookie: string) => {
    const opened = await call('POST', '/operator-session', { headers: { cookie } })
    const both = `${cookie}; ${cookieOf(opened)}`
    await call('PUT', '/operator-session/change-mode', { headers: { cookie: both }, body: { reason: changeReason } })
    return both
  }
  const operator = async (name: string) => {
    const email = `${name}@operator.example`
    const cookie = await service.becomeUser({ email, givenName: name })
    await protect(service).setUpTotp(cookie)
    await db.pool.query('update identity.users set is_admin = true where email = $1', [email])
    return { cookie: await openAdmin(cookie), email, id: await idOf(email) }
  }
  const ask = (who: { cookie: string }, method: Method, path: string, body?: object) =>
    call(method, path, { headers: { cookie: who.cookie }, ...(body ? { body } : {}) })
  const olga = await operator('olga')
  const adaId = await idOf(ada.email)
  const ofAda = (method: Method, path: string, body?: object) => ask(olga, method, `/people/${adaId}${path}`, body)
  const log = async (id = adaId) =>
    (
      await db.pool.query<{ action: string; by: string; after: Record<string, unknown> | null }>(
        `select action, actor_kind as by, after from audit.entries where scope = 'ACCOUNT' and scope_id = $1 order by number`,
        [id],
      )
    ).rows
  return {
    ...service,
    ada: { cookie: adaCookie, id: adaId, email: ada.email },
    olga,
    operator,
    openAdmin,
    ask,
    ofAda,
    log,
    idOf,
  }
}
