// Anything that speaks fetch. BOLLARD_SECRET_KEY=bsec_…
import { createProtection } from '@bollard/protect'
import { protect } from '@bollard/protect/request'

const protection = createProtection({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })

// #region protect
// A header that your platform sets and no visitor can set.
const peer = (request) => request.headers.get('x-real-ip')
export default { fetch: protect(protection, { peer }, (request) => new Response(`Hello from ${request.url}`)) }
// #endregion
