import { expect } from '@playwright/test'
import { execute, failingKey, gotTokens, read, test, told } from './widget-page.ts'

test('a script gets the token of a passive widget, which leaves the form alone', async ({ visit }) => {
  const { page, site, faults, widget } = await visit({ attributes: 'passive name="" autostart="off"' })
  expect(
    await widget.evaluate((element) => [
      Reflect.get(element, 'form') instanceof HTMLFormElement,
      Reflect.get(element, 'validity').valid,
    ]),
  ).toEqual([true, true])
  const { token = '' } = await execute(widget)
  expect(token).toMatch(/^\S{40,}$/u)
  expect(await execute(widget)).toEqual({ token })
  expect([await read(widget, 'state'), await read(widget, 'response'), await read(widget, 'verificationId')]).toEqual([
    'passed',
    token,
    expect.stringMatching(/^[\da-f-]{36}$/u),
  ])
  expect(await page.evaluate(() => [...new FormData(document.forms[0]).keys()])).toEqual(['email'])
  expect(await told(page)).toEqual(['started', 'solved'])
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect([site.tokens, faults]).toEqual([[''], []])
})

test('a passive widget holds back no form, whatever its state', async ({ visit }) => {
  const { page, site, widget } = await visit({ siteKey: failingKey, attributes: 'passive' })
  expect(await execute(widget)).toEqual({ code: 'refused' })
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
})

test('a script that waits is told of a refusal, of a reset, of a removal and of what is wrong', async ({ visit }) => {
  const { widget } = await visit({ siteKey: failingKey })
  expect(await execute(widget)).toEqual({ code: 'refused' })
  const codes = await widget.evaluate(async (element) => {
    const codeOf = (promise: unknown) =>
      Promise.resolve(promise).then(
        () => '',
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      )
    const call = (name: string) => Reflect.apply(Reflect.get(element, name), element, [])
    const reset = codeOf(call('execute'))
    call('reset')
    const removed = codeOf(call('execute'))
    element.remove()
    return [await reset, await removed, await codeOf(call('execute'))]
  })
  expect(codes).toEqual(['reset', 'removed', 'removed'])
})

test('a site key that nobody owns is named to the script', async ({ visit }) => {
  const { widget } = await visit({ siteKey: 'bsk_NobodyOwnsThisOne00000' })
  expect(await execute(widget)).toEqual({ code: 'site-key-unknown' })
})
