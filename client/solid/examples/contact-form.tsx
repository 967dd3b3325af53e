import { type Captcha, createBollard } from '@bollard/javascript'
import { createSignal, onCleanup, onMount } from 'solid-js'

const bollard = createBollard({ host: 'https://captcha.example.org' })

export function ContactForm() {
  const [answer, setAnswer] = createSignal('')
  let place!: HTMLDivElement
  let captcha: Captcha | undefined
  onMount(() => {
    captcha = bollard.render(place, { siteKey: 'YOUR_SITE_KEY', action: 'contact' })
  })
  onCleanup(() => captcha?.remove())

  // The captcha holds the event back until there is a token, which is then in the form's field "bollard-response".
  async function send(event: SubmitEvent) {
    event.preventDefault()
    const body = new FormData(event.target as HTMLFormElement)
    const response = await fetch('/contact', { method: 'POST', body })
    if (!response.ok) captcha?.reset()
    setAnswer(response.ok ? 'Thank you.' : 'Please try again.')
  }

  return (
    <form onSubmit={send}>
      <label>
        Message <textarea name="message" required />
      </label>
      <div ref={place} />
      <button>Send</button>
      <output>{answer()}</output>
    </form>
  )
}
