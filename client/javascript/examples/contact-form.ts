import { createBollard } from '@bollard/javascript'

const bollard = createBollard({ host: 'https://captcha.example.org' })
const captcha = bollard.render('#captcha', { siteKey: 'YOUR_SITE_KEY', action: 'contact' })

const form = document.querySelector('form')
const status = document.querySelector('output')
// The captcha holds the event back until there is a token, which is then in the form's field "bollard-response".
form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const response = await fetch('/contact', { method: 'POST', body: new FormData(form) })
  if (!response.ok) captcha.reset()
  if (status) status.textContent = response.ok ? 'Thank you.' : 'Please try again.'
})
