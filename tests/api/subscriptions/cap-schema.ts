/** What the standard (OASIS Common Alerting Protocol 1.2, section 3.4) says of the elements that the portal writes. */
export const CAP_SCHEMA = String.raw`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"
  targetNamespace="urn:oasis:names:tc:emergency:cap:1.2" elementFormDefault="qualified">
  <simpleType name="time">
    <restriction base="dateTime"><pattern value="\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d[-,+]\d\d:\d\d"/></restriction>
  </simpleType>
  <simpleType name="name"><restriction base="string"><pattern value="[^\s,&lt;&amp;]+"/></restriction></simpleType>
  <element name="alert">
    <complexType>
      <sequence>
        <element name="identifier" type="cap:name"/>
        <element name="sender" type="cap:name"/>
        <element name="sent" type="cap:time"/>
        <element name="status">
          <simpleType>
            <restriction base="string">
              <enumeration value="Actual"/><enumeration value="Exercise"/><enumeration value="System"/>
              <enumeration value="Test"/><enumeration value="Draft"/>
            </restriction>
          </simpleType>
        </element>
        <element name="msgType">
          <simpleType>
            <restriction base="string">
              <enumeration value="Alert"/><enumeration value="Update"/><enumeration value="Cancel"/>
              <enumeration value="Ack"/><enumeration value="Error"/>
            </restriction>
          </simpleType>
        </element>
        <element name="source" type="string" minOccurs="0"/>
        <element name="scope">
          <simpleType>
            <restriction base="string">
              <enumeration value="Public"/><enumeration value="Restricted"/><enumeration value="Private"/>
            </restriction>
          </simpleType>
        </element>
        <element name="note" type="string" minOccurs="0"/>
        <element name="references" minOccurs="0">
          <simpleType>
            <restriction base="string">
              <pattern value="[^\s,]+,[^\s,]+,[^\s,]+( [^\s,]+,[^\s,]+,[^\s,]+)*"/>
            </restriction>
          </simpleType>
        </element>
        <element name="info" minOccurs="0" maxOccurs="unbounded">
          <complexType>
            <sequence>
              <element name="language" type="language" default="en-US" minOccurs="0"/>
              <element name="category" maxOccurs="unbounded">
                <simpleType>
                  <restriction base="string">
                    <enumeration value="Geo"/><enumeration value="Met"/><enumeration value="Safety"/>
                    <enumeration value="Security"/><enumeration value="Rescue"/><enumeration value="Fire"/>
                    <enumeration value="Health"/><enumeration value="Env"/><enumeration value="Transport"/>
                    <enumeration value="Infra"/><enumeration value="CBRNE"/><enumeration value="Other"/>
                  </restriction>
                </simpleType>
              </element>
              <element name="event" type="string"/>
              <element name="urgency">
                <simpleType>
                  <restriction base="string">
                    <enumeration value="Immediate"/><enumeration value="Expected"/><enumeration value="Future"/>
                    <enumeration value="Past"/><enumeration value="Unknown"/>
                  </restriction>
                </simpleType>
              </element>
              <element name="severity">
                <simpleType>
                  <restriction base="string">
                    <enumeration value="Extreme"/><enumeration value="Severe"/><enumeration value="Moderate"/>
                    <enumeration value="Minor"/><enumeration value="Unknown"/>
                  </restriction>
                </simpleType>
              </element>
              <element name="certainty">
                <simpleType>
                  <restriction base="string">
                    <enumeration value="Observed"/><enumeration value="Likely"/><enumeration value="Possible"/>
                    <enumeration value="Unlikely"/><enumeration value="Unknown"/>
                  </restriction>
                </simpleType>
              </element>
              <element name="effective" type="cap:time" minOccurs="0"/>
              <element name="onset" type="cap:time" minOccurs="0"/>
              <element name="expires" type="cap:time" minOccurs="0"/>
              <element name="senderName" type="string" minOccurs="0"/>
              <element name="headline" type="string" minOccurs="0"/>
              <element name="description" type="string" minOccurs="0"/>
              <element name="instruction" type="string" minOccurs="0"/>
              <element name="web" type="anyURI" minOccurs="0"/>
              <element name="contact" type="string" minOccurs="0"/>
              <element name="area" minOccurs="0" maxOccurs="unbounded">
                <complexType>
                  <sequence>
                    <element name="areaDesc" type="string"/>
                  </sequence>
                </complexType>
              </element>
            </sequence>
          </complexType>
        </element>
      </sequence>
    </complexType>
  </element>
</schema>`;
