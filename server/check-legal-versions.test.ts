import { expect, test } from 'vitest'
import { checkLegalVersions } from './check-legal-versions.ts'

const config = { OPERATOR_FILE: 'operator.json', WEBSITE_URL: 'https://www.example.org' }
const on = (address: string, version: string) => ({ url: `${config.WEBSITE_URL}${address}`, version })

test('a version that the text of the website does not have is named at the start', async () => {
  const checked = checkLegalVersions(
    {
      dpa: on('/de/legal/data-processing-agreement', '9'),
      terms: on('/legal/terms-and-conditions/', '0'),
      privacy: on('/en/legal/privacy-policy', '1'),
    },
    config,
  )
  await expect(checked).rejects.toThrow(/operator\.json[\s\S]*terms\.version is "0"[\s\S]*dpa\.version is "9".*"2"/u)
  await expect(checked).rejects.not.toThrow('privacy')
})

test('documents elsewhere, and pages without a text of ours, have the versions that the operator says', async () => {
  await checkLegalVersions(
    { dpa: { url: 'https://example.com/legal/data-processing-agreement', version: '7' } },
    config,
  )
  await checkLegalVersions({ dpa: on('/en/own-agreement', '7') }, config)
  await checkLegalVersions({ dpa: on('/en/legal/data-processing-agreement', '2') }, config)
})
