import 'dart:math';

final _origin = RegExp(r'^(https://[a-z0-9.-]+(:\d{1,5})?|http://(localhost|127(\.\d{1,3}){3})(:\d{1,5})?)$');
final _place = RegExp(r'\{\{(\w+)\}\}');

/// Whether an address is an origin that can be used: `https://…` without a path, or this device while you develop.
bool isOrigin(String address) => !address.contains('\n') && _origin.hasMatch(address);

/// The page that shows one captcha, made of its template. One pass, so that nothing an app gives is taken for a place
/// to fill.
String pageOf(String template, Map<String, String> values) =>
    template.replaceAllMapped(_place, (place) => _quoted(values[place[1]] ?? ''));

/// 128 bits, in hexadecimal: names a page to its widget, and nobody else can know it.
String randomChannel() {
  final random = Random.secure();
  return List.generate(16, (_) => random.nextInt(256).toRadixString(16).padLeft(2, '0')).join();
}

String _quoted(String value) =>
    value.replaceAllMapped(RegExp('[&<>"\']'), (found) => '&#${found[0]!.codeUnitAt(0)};');
