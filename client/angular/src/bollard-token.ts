import type { AbstractControl, ValidationErrors } from '@angular/forms'

/** Validator: a form is valid only with a token. `<bollard-captcha>` brings it along; for controls that hold a token without one. */
export function bollardToken({ value }: Pick<AbstractControl, 'value'>): ValidationErrors | null {
  return typeof value === 'string' && value !== '' ? null : { bollardToken: true }
}
