// Must be imported before Monaco, which writes its colours into style elements; the page's content security policy forbids
// those.

/** Makes an empty element act as a style element for the editor: its text becomes a style sheet of the document. */
function asSheet(element: Element) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const remove = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    Element.prototype.remove.call(element);
  };
  Object.defineProperties(element, {
    sheet: { value: sheet },
    textContent: {
      set(css: string) {
        sheet.replaceSync(css);
      },
    },
    remove: { value: remove },
  });
}

// oxlint-disable-next-line typescript/unbound-method -- it is called on the document that it is asked of
document.createElement = new Proxy(document.createElement, {
  apply: (create, on, [name, ...options]) => {
    const made: unknown = Reflect.apply(create, on, [name === "style" ? "template" : name, ...options]);
    if (name === "style" && made instanceof Element) asSheet(made);
    return made;
  },
});
