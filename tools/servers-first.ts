/**
 * For `sequence.sequencer` of vitest.config.ts: the tests of `server/` come first of their project. Each starts all services or the whole
 * product, so it takes longest, however short its file; the runner begins with long files, and would leave `server/api-calls.test.ts`
 * for the end, where one core waits for it.
 */
import { dirname } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Projects stay in their order, since they have workers of their own.
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) =>
      sorted
        .filter((file) => file.project === project)
        .toSorted((one, other) => Number(startsServices(other)) - Number(startsServices(one))),
    )
  }
}

const folder = `${dirname(import.meta.dirname)}/server/`
const startsServices = ({ moduleId }: TestSpecification): boolean => moduleId.startsWith(folder)
