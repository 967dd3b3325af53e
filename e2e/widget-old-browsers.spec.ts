import { expect } from '@playwright/test'
import { execute, gotTokens, test, told, usualBody } from './widget-page.ts'

for (const failover of [false, true]) {
  test(`a browser that is too old is told so, and its form is ${failover ? 'sent for the website to decide' : 'kept as it is'}`, async ({
    visit,
  }) => {
    const { page, site, faults, widget } = await visit({
      body: `<div lang="de">${usualBody}</div>`,
      attributes: failover ? 'failover' : '',
      async before(context) {
        await context.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'attachInternals'))
        await context.clock.install()
      },
    })
    await expect(widget).toContainText('Dieser Browser ist zu alt')
    await expect.poll(() => told(page)).toEqual(['failed unsupported'])
    expect(await execute(widget)).toEqual(
      failover ? { token: expect.stringMatching(/^bfo1\./u) } : { code: 'unsupported' },
    )
    await page.getByLabel('E-mail').fill('anna')
    await page.getByRole('button', { name: 'Send' }).click()
    if (failover) await gotTokens(site, 1)
    else {
      await page.clock.fastForward('10:00')
      // What had been sent by now would be there before what is asked for next.
      expect(await page.evaluate(async () => (await fetch('/')).status)).toBe(200)
    }
    expect(site.tokens).toEqual(failover ? [expect.stringMatching(/^bfo1\./u)] : [])
    if (!failover) expect(await page.getByLabel('E-mail').inputValue()).toBe('anna')
    expect(faults).toEqual([])
  })
}
