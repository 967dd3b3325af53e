import '@angular/compiler'
import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { ContactForm } from '../../client/angular/examples/contact-form.ts'

document.querySelector('#app')?.append(document.createElement('contact-form'))
void bootstrapApplication(ContactForm, { providers: [provideZonelessChangeDetection()] })
