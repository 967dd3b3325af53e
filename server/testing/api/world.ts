import { makeTenants, strangeBelongings } from './belongings.ts'
import type { Belongings } from './kinds.ts'
import { makers } from './make.ts'
import { type People, signUpAll } from './people.ts'
import { type RunningApi, startApi } from './start-api.ts'

/** The services with two tenants in them. */
export interface World {
  readonly api: RunningApi
  readonly people: People
  readonly ofAda: Belongings
  readonly ofEve: Belongings
  /** Ids of nothing. */
  readonly ofNobody: Belongings
  /** Makes more things of Ada. */
  readonly make: ReturnType<typeof makers>
}

export async function startWorld(): Promise<World> {
  const api = await startApi()
  try {
    const people = await signUpAll(api)
    return {
      api,
      people,
      ...(await makeTenants(api, people)),
      ofNobody: strangeBelongings(),
      make: makers(api, people.ada),
    }
  } catch (error) {
    await api.stop()
    throw error
  }
}
