// Validates a form by its name in the dashboard. BOLLARD_SECRET_KEY=bsec_… node validate.mjs
import { createProtection } from '@bollard/protect'

const protection = createProtection({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })

// #region protect
const { conclusion, fields } = await protection.validate('contact', { email: 'ada@gmial.com', message: 'Hello!' })
if (conclusion === 'DENY') for (const { name, message } of fields) if (message !== null) console.log(name, message)
// #endregion
