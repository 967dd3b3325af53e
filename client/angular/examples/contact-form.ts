import { Component, inject, signal } from '@angular/core'
import { FormBuilder, ReactiveFormsModule } from '@angular/forms'
import { BollardCaptcha } from '@bollard/angular'

@Component({
  selector: 'contact-form',
  imports: [ReactiveFormsModule, BollardCaptcha],
  template: `
    <form [formGroup]="form" (ngSubmit)="send()">
      <label>Message <textarea formControlName="message"></textarea></label>
      <bollard-captcha
        host="https://captcha.example.org"
        siteKey="YOUR_SITE_KEY"
        action="contact"
        formControlName="captcha"
      />
      <button>Send</button>
      <output>{{ answer() }}</output>
    </form>
  `,
})
export class ContactForm {
  readonly form = inject(FormBuilder).nonNullable.group({ message: '', captcha: '' })
  readonly answer = signal('')

  /** The captcha holds the event back until there is a token; by then the control has it. */
  async send(): Promise<void> {
    const { message, captcha } = this.form.getRawValue()
    const body = new URLSearchParams({ message, 'bollard-response': captcha })
    const response = await fetch('/contact', { method: 'POST', body })
    // A token counts once.
    if (!response.ok) this.form.controls.captcha.reset()
    this.answer.set(response.ok ? 'Thank you.' : 'Please try again.')
  }
}
