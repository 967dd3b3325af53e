import 'dart:convert';

final _token = RegExp(r'^[\x21-\x7e]{1,8192}$');
final _word = RegExp(r'^[A-Za-z0-9_-]{1,64}$');

/// What the page tells the app.
class AppMessage {
  const AppMessage(this.type, {this.token = '', this.code = '', this.height = 0});

  final String type;

  /// Empty where there is none.
  final String token;

  /// Why it failed; empty where there is nothing to say.
  final String code;

  /// In logical pixels, of `size`.
  final double height;

  /// Reads a message; null where it isn't one of this page. Anything that runs in a web view can send messages, so only
  /// those with the page's own channel and of a known shape count.
  static AppMessage? read(String data, String channel) {
    if (data.length > 16384) return null;
    final Object? message;
    try {
      message = jsonDecode(data);
    } on FormatException {
      return null;
    }
    if (message is! Map || message['bollard'] != 1 || message['channel'] != channel) return null;
    final token = _matching(message['token'], _token);
    final code = _matching(message['code'], _word);
    final type = message['type'];
    switch (type) {
      case 'ready' || 'started' || 'expired' || 'reset':
        return AppMessage(type as String);
      case 'solved' || 'executed':
        return token.isEmpty ? null : AppMessage(type as String, token: token);
      case 'failed':
        // Only during an outage is there something that the form may be sent with.
        if (code.isEmpty) return null;
        return AppMessage('failed', code: code, token: message['failover'] == true ? token : '');
      case 'rejected' || 'unavailable' || 'throttled':
        return code.isEmpty ? null : AppMessage(type as String, code: code);
      case 'size':
        final height = message['height'];
        if (height is! num || height < 0 || height > 1000) return null;
        return AppMessage('size', height: height.toDouble());
      default:
        return null;
    }
  }

  static String _matching(Object? value, RegExp shape) =>
      value is String && !value.contains('\n') && shape.hasMatch(value) ? value : '';
}
