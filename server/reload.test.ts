import { expect, test } from 'vitest'
import { reloadUnderLoad } from './testing/reload-under-load.ts'

test(
  'no request fails while the product is reloaded under load; a release that cannot start changes nothing',
  { timeout: 300_000 },
  async ({ signal }) => {
    const { requests, visits, connections, reloadMs, said, refused, ...noticed } = await reloadUnderLoad({
      requests: 3_000,
      reloads: 2,
      signal,
      onDisk: false,
    })
    console.log(
      `${requests} requests, ${connections} of them on new connections, ${visits} visits; reloads took ${reloadMs.join(' and ')} ms`,
    )
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/Not reloaded: [\s\S]*operator\.json[\s\S]*serves on/u),
      stayed: true,
    })
    expect(noticed).toEqual({ failures: {}, replaced: [true, true], leftRunning: [], exitCode: 0 })
    expect(said).not.toContain('unexpectedly')
  },
)
