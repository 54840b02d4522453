// The button that puts the page on the home screen: shown on a page that has it while the browser offers that. Others, such as
// Safari, offer it in their own menu alone.
let installOffer = null;

function showInstall() {
  const section = byId('install');
  if (section) section.hidden = installOffer === null;
}

function offerInstall(offer) {
  installOffer = offer;
  showInstall();
}

addEventListener('beforeinstallprompt', offerInstall);
addEventListener('appinstalled', () => offerInstall(null));
document.addEventListener('click', ({ target }) => {
  if (!installOffer || !target.closest('#install button')) return;
  const offer = installOffer;
  // An offer can be used once; the browser makes another one.
  offerInstall(null);
  offer.prompt();
});
