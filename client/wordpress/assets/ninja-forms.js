// Puts the token of the widget beside a form of Ninja Forms into the request with which that form sends itself.
jQuery(function ($) {
  const isSubmission = ({ data }) => typeof data === 'string' && /(?:^|&)action=nf_ajax_submit(?:&|$)/.test(data)

  /** The widget of the form that is being sent: the request names the form by its number. */
  function widgetOf({ data }) {
    let id = ''
    try {
      id = String(JSON.parse(new URLSearchParams(data).get('formData')).id)
    } catch {
      // Another version of the request: with one form in the page there is no doubt.
    }
    const around = document.getElementById(`nf-form-${id}-cont`)
    const inside = around?.querySelector('bollard-captcha') ?? around?.parentElement?.querySelector('bollard-captcha')
    return inside ?? document.querySelector('bollard-captcha[action="ninja-forms"]')
  }

  $.ajaxPrefilter(function (options) {
    if (!isSubmission(options)) return
    const token = widgetOf(options)?.response ?? ''
    options.data += `&bollard-response=${encodeURIComponent(token)}`
  })

  // A token counts once; the next attempt needs another one.
  $(document).on('ajaxComplete', function (_event, _request, options) {
    if (isSubmission(options)) widgetOf(options)?.reset()
  })
})
