import { BollardCaptcha, useBollard } from '@bollard/react'
import { type FormEvent, useState } from 'react'

export function ContactForm() {
  const captcha = useBollard()
  const [answer, setAnswer] = useState('')

  // The captcha holds the event back until there is a token, which is then in the form's field "bollard-response".
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const response = await fetch('/contact', { method: 'POST', body: new FormData(event.currentTarget) })
    if (!response.ok) captcha.reset()
    setAnswer(response.ok ? 'Thank you.' : 'Please try again.')
  }

  return (
    <form onSubmit={send}>
      <label>
        Message <textarea name="message" required />
      </label>
      <BollardCaptcha host="https://captcha.example.org" siteKey="YOUR_SITE_KEY" action="contact" captcha={captcha} />
      <button>Send</button>
      <output>{answer}</output>
    </form>
  )
}
