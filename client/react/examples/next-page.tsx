import { BollardCaptcha } from '@bollard/react'

export default function ContactPage() {
  async function send(data: FormData) {
    'use server'
    const token = String(data.get('bollard-response') ?? '')
    const body = new URLSearchParams({ secret: process.env['BOLLARD_SECRET_KEY'] ?? '', response: token })
    const answer = await fetch('https://captcha.example.org/captcha/v1/siteverify', { method: 'POST', body })
    const { success } = await answer.json()
    console.log(success ? 'A person wrote to us.' : 'Refused.')
  }

  return (
    <form action={send}>
      <label>
        Message <textarea name="message" required />
      </label>
      <BollardCaptcha host="https://captcha.example.org" siteKey="YOUR_SITE_KEY" action="contact" />
      <button>Send</button>
    </form>
  )
}
