import { afterAll, beforeAll } from 'vitest'
import { descriptionTests } from './testing/api/description-tests.ts'
import { headerTests } from './testing/api/header-tests.ts'
import { limitTests } from './testing/api/limit-tests.ts'
import { repeatTests } from './testing/api/repeat-tests.ts'
import { roleTests } from './testing/api/role-tests.ts'
import { secretTests } from './testing/api/secret-tests.ts'
import { specificationTests } from './testing/api/specification-tests.ts'
import { tenantTests } from './testing/api/tenant-tests.ts'
import { startWorld, type World } from './testing/api/world.ts'

// One start of all services for everything that is asked of the API as a whole; the order of the parts matters to the last one.
let started: World
beforeAll(async () => {
  started = await startWorld()
})
afterAll(() => started?.api.stop())
const world = () => started

tenantTests(world)
specificationTests(world)
descriptionTests(world)
limitTests(world)
repeatTests(world)
roleTests(world)
headerTests(world)
secretTests(world)
