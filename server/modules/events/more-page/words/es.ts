/** The texts of the last page in Spanish. */
import type { MoreWords } from './more-words.ts';

export const es: MoreWords = {
  title: 'Más',
  failed: 'No ha funcionado: {reason}',
  messages: 'Mensajes del organizador',
  noMessages: 'Todavía no tiene mensajes.',
  install: {
    title: 'En la pantalla de inicio',
    text: 'Su entrada se abre entonces como una aplicación, también sin internet.',
    button: 'Instalar',
  },
  cancel: 'Cancelar mi inscripción',
  cancelled: 'Su inscripción está cancelada.',
  askOrganizer: 'Ya no puede cancelar aquí. Póngase en contacto con el organizador.',
  known: {
    title: 'Qué se guarda sobre mí',
    text: 'El archivo contiene todo lo que este evento ha guardado sobre usted: reservas, reuniones, puntos, preguntas, correos y entradas.',
    name: 'Nombre',
    email: 'Correo electrónico',
    company: 'Empresa',
    role: 'Cargo',
    ticket: 'Entrada',
    registeredAt: 'Inscripción',
    checkedInAt: 'Acceso',
    save: 'Guardar como archivo',
  },
};
