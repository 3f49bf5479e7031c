/** Texts that would do something in a page if they were more than text. */
export const hostile: readonly string[] = [
  '</script><script>document.title = "broken"</script>',
  '<img src=x onerror="document.title = \'broken\'">',
  '<!--<script>',
  '</script x <!-- ends an element without its last bracket',
  '"><svg onload=alert(1)>',
  ']]>',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202eright to left\u202c',
  '\u2066isolated\u2069',
  '\x1b[31mred\x07',
  '\u2028\u2029',
];
