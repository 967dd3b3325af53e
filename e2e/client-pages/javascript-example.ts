// Its page has a form around the place.
const app = document.querySelector('#app') ?? document.body
app.innerHTML =
  '<form><label>Message <textarea name="message"></textarea></label><div id="captcha"></div><button>Send</button><output></output></form>'
void import('../../client/javascript/examples/contact-form.ts')
export {}
