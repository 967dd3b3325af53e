import { auditMigrations } from '@bollard/audit'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { createSolutionService, type SolutionServiceOptions } from './create-solution-service.ts'
import { asActor } from './store/as-actor.ts'
import { people } from './testing/start-service.ts'

test('an owner who is no superuser can migrate, and row-level security still holds', async () => {
  const postgres = await startTestDatabase({ alone: true })
  try {
    const address = new URL(await postgres.createDatabase())
    const admin = openDatabase({ connectionString: address.href, max: 1 })
    await admin.pool.query(
      `create role operator login createrole; alter database ${address.pathname.slice(1)} owner to operator`,
    )
    await admin.close()
    address.searchParams.set('user', 'operator')
    const db = openDatabase({ connectionString: address.href, max: 3 })
    const service = createSolutionService({ ...neverAsked, db })
    expect(
      await db.query('test-who', `select current_user::text as who, current_setting('is_superuser') as super`),
    ).toEqual([{ who: 'operator', super: 'off' }])
    // The second run finds everything there.
    for (let run = 0; run < 2; run += 1) {
      await migrate(db, auditMigrations)
      await migrate(db, { schema: 'solution', directory: service.migrations })
    }
    await db.query(
      'test-insert',
      `insert into solution.solutions values (gen_random_uuid(), 'Ada', 'CAPTCHA', 'user-ada', 1, now(), now())`,
    )
    await db.query(
      'test-join',
      `insert into solution.members select id, 'user-ada', 'ADMIN', now() from solution.solutions`,
    )
    await db.close()
    // The owner may not take on the role of a call: only the roles that processes sign in as may.
    address.searchParams.set('user', 'bollard_api')
    const api = openDatabase({ connectionString: address.href, max: 1 })
    const countAs = async (actor: typeof people.ada) =>
      (await asActor(api, actor, (tx) => tx.query<object>('test-count', 'select 1 from solution.solutions'))).length
    expect([await countAs(people.ada), await countAs(people.eve)]).toEqual([1, 0])
    await api.close()
  } finally {
    await postgres.stop()
  }
})

function refuseNow(): never {
  throw new Error('nothing is asked here')
}

async function refuse(): Promise<never> {
  throw new Error('nothing is asked here')
}

async function* none(): AsyncGenerator<never> {}

/** Ports of a service that is only migrated. */
const neverAsked: Omit<SolutionServiceOptions, 'db'> = {
  identity: { findActor: refuse, findPeople: refuse, findPersonByEmail: refuse, findUnprotected: refuse },
  captcha: {
    checkNewSite: refuseNow,
    provisionSite: refuse,
    findSolutionsOf: refuse,
    isSecretRotated: refuse,
    eraseSite: refuse,
    requestExport: refuse,
    stateOfExport: refuse,
    exportParts: none,
  },
  monitoring: { provisionSpace: refuse, eraseSpace: refuse, exportParts: none },
  protection: { provisionSpace: refuse, eraseSpace: refuse, exportParts: none },
  billing: {
    isSold: refuseNow,
    planToBegin: refuseNow,
    describeBilling: refuse,
    openSubscription: refuse,
    billNewPlan: refuse,
    withdrawSubscription: refuse,
    changeBilling: refuse,
    solutionsOfInvoiceAddress: refuse,
    solutionsOfPaymentMethod: refuse,
    findPaid: refuse,
    membersMax: refuse,
    planLimits: refuse,
    describeBalances: refuse,
    exportParts: none,
    partsOfOrganization: none,
  },
  enqueueMail: refuse,
  applySolutionState: refuse,
  resolveTxt: refuse,
  checkVatId: refuse,
  encryptionKey: Buffer.alloc(32),
  clientIp: () => '',
  identityUrl: '',
  dashboardUrl: '',
  now: () => new Date(0),
}
