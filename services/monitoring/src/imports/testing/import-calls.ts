import type { Imported } from '@bollard/contracts'
import { configurationCalls, refusalOf } from '../../configuration/testing/configuration-calls.ts'
import { type Name, pathOf, type TestService } from '../../testing/start-service.ts'

/** The calls of imports into `ours`. */
export function importCalls(world: () => TestService) {
  const send = (source: string, content: string, more: object = {}, who: Name | null = 'mia') =>
    world().call(who, 'POST', pathOf('importMonitoring'), { source, content, ...more })
  return {
    send,
    read: configurationCalls(world).read,
    async take(source: string, content: string, more: object = {}): Promise<Imported> {
      const answer = await send(source, content, more)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json()))
      return answer.json()
    },
    refusal: async (source: string, content: string, more: object = {}) => refusalOf(await send(source, content, more)),
  }
}

/** What did not come along, each as a line. */
export function notesOf({ unmapped }: Imported): string[] {
  return unmapped.map(({ name, reason, field }) => `${name}: ${reason} ${field ?? ''}`.trim())
}
