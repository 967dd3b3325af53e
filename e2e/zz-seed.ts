import '/tmp/rev/env.ts'
import { writeFileSync } from 'node:fs'
import { createAccount, createCaptcha } from './account.ts'
import { siteverify } from './customer-site.ts'
import { product } from './product.ts'
import { browserHeaders, runScript, tokenFor } from './script-visitor.ts'
const owner = await createAccount('Pages'), newcomer = await createAccount('Newcomer')
const keys = await createCaptcha(owner, 'Anmeldung zum Rundbrief', ['localhost', 'www.donaudampfschifffahrtsgesellschaft.example.org'])
await createCaptcha(owner, 'Second captcha')
const refused = await runScript({ siteKey: keys.siteKey, headers: browserHeaders, claimsBrowser: false })
writeFileSync('/tmp/rev/seed.json', JSON.stringify({ owner, newcomer, keys, refusedId: refused.verificationId }))
for (let i = 0; i < 60; i++) {
  try {
  if (i % 4 === 3) await runScript({ siteKey: keys.siteKey, headers: i % 8 === 3 ? {} : browserHeaders, claimsBrowser: false })
  else { const { token } = await tokenFor(keys.siteKey); if (i % 3) await siteverify(product.api, keys.secretKey, token) }
  } catch (e) { console.log(i, String(e)) }
}
console.log('done')
