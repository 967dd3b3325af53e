import type { ConfigurationChanges, MonitoringConfiguration } from '@bollard/contracts'
import { type Name, pathOf, type TestService } from '../../testing/start-service.ts'

/** Everything that a file names goes; the limit of files, which counts in a clock of the tests, begins anew. */
export async function forgetConfiguration(world: TestService): Promise<void> {
  await world.db.pool.query(
    `delete from monitoring.group_members; delete from monitoring.services; delete from monitoring.maintenance;
    delete from monitoring.alert_rules; delete from monitoring.on_call_schedules; delete from monitoring.channels; delete from monitoring.status_pages;
    delete from monitoring.alert_addresses`,
  )
  world.mails.clear()
  world.plans.clear()
  world.clock.now = new Date(world.clock.now.getTime() + 120_000)
}

/** The calls about the file of `ours`. */
export function configurationCalls(world: () => TestService) {
  const path = pathOf('getMonitoringConfiguration')
  const put = (file: unknown, more: object = {}, who: Name | null = 'mia') =>
    world().call(who, 'PUT', path, {
      configuration: typeof file === 'string' ? file : JSON.stringify(file),
      ...more,
    })
  return {
    path,
    put,
    read: async () => (await world().call('vic', 'GET', path)).json<MonitoringConfiguration>(),
    async apply(file: unknown, more: object = {}): Promise<ConfigurationChanges> {
      const answer = await put(file, more)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json()))
      return answer.json()
    },
    refusal: async (file: unknown, more: object = {}) => refusalOf(await put(file, more)),
  }
}

/** The code of a refusal, and its places. */
export function refusalOf(answer: Awaited<ReturnType<TestService['call']>>): string[] {
  const { code, errors } = answer.json<{ code: string; errors?: { pointer: string; code: string }[] }>()
  return [code, ...(errors ?? []).map((one) => `${one.pointer} ${one.code}`)]
}
