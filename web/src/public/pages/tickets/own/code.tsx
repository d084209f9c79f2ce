import { useState } from 'react';
import { ticketPage } from '#contract/addresses/tickets';

/** A QR code that moves a ticket to another device. The device draws it: its address is nobody else's business. */
export function TicketCode({ ticket }: { ticket: { id: string; secret: string } }) {
  const [picture, setPicture] = useState('');
  async function show(): Promise<void> {
    const { qrCode } = await import('../../../../components/qr-code.ts');
    setPicture(`data:image/svg+xml,${encodeURIComponent(qrCode(location.origin + ticketPage(ticket)))}`);
  }
  return (
    <div className="ticket-code">
      {picture === '' ? (
        <button type="button" className="button quiet" onClick={() => void show()}>
          Verlo también en otro teléfono
        </button>
      ) : (
        <>
          <p>Apuntá la cámara del otro teléfono a este código. Quien lo lea puede ver y borrar tu reclamo.</p>
          <img src={picture} alt="Código QR de la página de tu reclamo" width={240} height={240} />
        </>
      )}
    </div>
  );
}
